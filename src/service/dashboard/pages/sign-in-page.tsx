/** The page on which a person signs in, and that states why the last attempt failed. */
import { type Frame, Layout } from "../views/layout.js";

interface SignInPageProps {
  readonly frame: Frame;
  /** The path to open after signing in. */
  readonly next: string;
  /** Why the reader is asked, or why the last attempt failed; null at the first. */
  readonly problem: string | null;
  /** Where the sign-in with GitHub begins; null: there is none. */
  readonly withGitHub: string | null;
}

export function SignInPage({ frame, next, problem, withGitHub }: SignInPageProps) {
  return (
    <Layout frame={frame} title="Sign in" crumbs={[{ text: "Sign in", href: null }]}>
      <h1>{withGitHub === null ? "Sign in with an API token" : "Sign in"}</h1>
      {problem !== null && (
        <p class="banner" role="alert">
          {problem}
        </p>
      )}
      {withGitHub !== null && (
        <>
          <p>
            <a class="button" href={withGitHub}>
              Sign in with GitHub
            </a>
          </p>
          <p class="note">
            You see the repositories that you may read on GitHub, and may do what commands in comments permit.
            This service keeps no token of yours.
          </p>
          <h2>Or with an API token</h2>
        </>
      )}
      <form method="post" action={frame.addresses.signIn()} class="sign-in">
        <input type="hidden" name="next" value={next} />
        {/* Password managers ask for the name that goes with a secret. */}
        <input type="text" name="username" value="merge-queue" autocomplete="username" hidden />
        <label>
          Token
          <input type="password" name="token" required autocomplete="current-password" maxlength={1000} />
        </label>
        <button type="submit">Sign in</button>
      </form>
      <p class="note">
        An administrator creates a token with{" "}
        <code>merge-queue tokens create --name NAME --scope read,submit</code>. The browser keeps a session of
        12 hours, and not the token.
      </p>
    </Layout>
  );
}
