/** The settings of a queue, each with its meaning and, for those who may change it, a form that states what follows. */
import type { QueueName } from "../../../domain/queue-name.js";
import { repositoryName } from "../../../domain/repository.js";
import { settingPrice } from "../actions/prices.js";
import type { ShownSetting } from "../reading/settings-view.js";
import { type Frame, Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";

export interface SettingsPageProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly settings: readonly ShownSetting[];
  /** Test runs under way. */
  readonly runs: number;
  /** Goes with each form; null: the reader may change nothing. */
  readonly csrf: string | null;
}

export function SettingsPage(props: SettingsPageProps) {
  const { frame, name, settings } = props;
  const title = `${repositoryName(name.repository)} › ${name.targetBranch}`;
  const changed = settings.filter(({ isDefault }) => !isDefault).length;
  return (
    <Layout
      frame={frame}
      title={`${title} · settings`}
      crumbs={[
        { text: "Queues", href: frame.addresses.home },
        { text: title, href: frame.addresses.queue(name) },
        { text: "Settings", href: null },
      ]}
    >
      <QueueNav frame={frame} name={name} current="settings" />
      <h1>
        {changed === 0
          ? "All settings have their default values"
          : `${changed} of ${settings.length} settings differ from their default values`}
      </h1>
      <ul class="settings">
        {settings.map((setting) => (
          <Setting {...props} setting={setting} />
        ))}
      </ul>
      <p class="note">
        Programs read and change them with the endpoints <code>getQueue</code> and <code>updateQueue</code>,
        or with <code>merge-queue update-queue --set key=value</code>. Time travel shows each change.
      </p>
    </Layout>
  );
}

interface SettingProps extends SettingsPageProps {
  readonly setting: ShownSetting;
}

function Setting(props: SettingProps) {
  const { name, value, byDefault, isDefault, description } = props.setting;
  return (
    <li>
      <h2>
        <code>{name}</code>
      </h2>
      <div>
        <p class="value">
          <code>{value === "" ? "none" : value}</code>
          {!isDefault && <span class="note"> default: {byDefault === "" ? "none" : byDefault}</span>}
        </p>
        <p class="note">{description}</p>
      </div>
      <ChangeForm {...props} />
    </li>
  );
}

function ChangeForm({ frame, name: queue, setting, runs, csrf }: SettingProps) {
  if (csrf === null) return null;
  const { name } = setting;
  return (
    <details class="action">
      <summary>
        Change<span class="unseen"> {name}</span>
      </summary>
      <form method="post" action={frame.addresses.queueAction(queue, "settings")}>
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="setting" value={name} />
        <p>{settingPrice(name, runs)}</p>
        <label>
          New value
          <NewValue setting={setting} />
        </label>
        <button type="submit">Set {name}</button>
      </form>
    </details>
  );
}

function NewValue({ setting: { kind, choices, range, value } }: { readonly setting: ShownSetting }) {
  if (choices.length > 0) {
    return (
      <select name="value">
        {choices.map((choice) => (
          <option value={choice} selected={choice === value}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  if (range !== null) {
    const [min, max] = range;
    return <input type="number" name="value" required min={min} max={max} value={value} />;
  }
  if (kind === "text") return <input name="value" value={value} autocomplete="off" />;
  return (
    <>
      <textarea name="value" rows={4} spellcheck={false}>
        {value}
      </textarea>
      <span class="note">{kind === "texts" ? "One per line; empty: none." : "As JSON."}</span>
    </>
  );
}
