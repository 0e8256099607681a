/** The page that asks for a token, and states why a token does not admit the reader. */
import { type Frame, Layout } from "../views/layout.js";

interface SignInPageProps {
  readonly frame: Frame;
  /** The path to open after signing in. */
  readonly next: string;
  /** Why the reader is asked, or why the last attempt failed; null at the first. */
  readonly problem: string | null;
}

export function SignInPage({ frame, next, problem }: SignInPageProps) {
  return (
    <Layout frame={frame} title="Sign in" crumbs={[{ text: "Sign in", href: null }]}>
      <h1>Sign in with an API token</h1>
      {problem !== null && (
        <p class="banner" role="alert">
          {problem}
        </p>
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
        <code>merge-queue tokens create --name NAME --scopes read,submit</code>. The browser keeps a session
        of 12 hours, and not the token.
      </p>
    </Layout>
  );
}
