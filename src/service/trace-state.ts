/** What vendors noted on a trace, newest first, as the OpenTelemetry API wants to have it. */

export class VendorState {
  readonly #members: readonly (readonly [name: string, value: string])[];

  constructor(members: readonly (readonly [name: string, value: string])[]) {
    this.#members = members;
  }

  static read(tracestate: string): VendorState {
    const members = tracestate.split(",").map((member) => {
      const [name = "", ...value] = member.trim().split("=");
      return [name, value.join("=")] as const;
    });
    return new VendorState(members.filter(([name]) => name !== ""));
  }

  get(name: string): string | undefined {
    return this.#members.find(([known]) => known === name)?.[1];
  }

  set(name: string, value: string): VendorState {
    return new VendorState([[name, value], ...this.unset(name).#members]);
  }

  unset(name: string): VendorState {
    return new VendorState(this.#members.filter(([known]) => known !== name));
  }

  serialize(): string {
    return this.#members.map(([name, value]) => `${name}=${value}`).join();
  }
}
