export declare function elapsed(): number;
export declare function beginTime(): void;
export declare function whileTimePasses<Result>(
  step: Promise<Result>,
  isWithheld: (port: number | undefined) => boolean,
): Promise<Result>;
