import type { Contract, FindingRule, Operation, Route } from "./kit.js";

/** One way in which a service can be wrong, planted into a sandbox that is right otherwise. */
export interface Defect {
  /** Stable and unique, such as `getCurrentUser/missing-property/id`. */
  readonly id: string;
  /** The `operationId` whose answers are wrong. */
  readonly operation: string;
  readonly category: string;
  /** The rule that has to find it. */
  readonly rule: FindingRule;
  /** Rules that say the same of it, where it breaks two promises at once. */
  readonly orRules?: readonly FindingRule[];
  /** What the service does wrong, as a sentence. */
  readonly describe: string;
  /** Makes the wrong behaviour for one server, with a memory of its own. */
  plant(): Misbehave;
}

/** A request as plain data. Header names are in lower case. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An answer as plain data. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A request on its way to the sandbox, and what can be done with it. */
export interface Call {
  readonly sent: Sent;
  /** Where its method and its URL lead to. */
  readonly route: Route;
  /** The operation that it reaches; undefined when it reaches none. */
  readonly operation: Operation | undefined;
  readonly contract: Contract;
  /** Has a request answered as it should be: this one, unless another is given. */
  healthy(changed?: Partial<Sent>): Promise<Answer>;
  /** Everything that the sandbox remembers, as text. */
  remember(): string;
  /** Makes that the world of the sandbox again. */
  restore(memory: string): void;
}

/** Answers a request, wrongly or not. */
export type Misbehave = (call: Call) => Promise<Answer>;
