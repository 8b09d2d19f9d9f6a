import type { CallInput } from "../../cases/call-input.js";
import type { JsonObject } from "../../contract/json.js";
import type { Exchange } from "../../exchange/exchange.js";
import type { Session } from "../check.js";

/** Something that is created, and that no operation of the contract removes. */
export interface Creation {
  readonly operation: string;
  /** Ends the id of the check, where the operation has more than one. */
  readonly id?: string;
  readonly title: string;
  /** What is sent, and what the answer must then hold where that is not the body itself. */
  readonly prepare: (session: Session, name: string) => { input: CallInput & { body: JsonObject }; shows?: JsonObject };
  /** Whether the service keeps it for admins. */
  readonly forAdmins?: boolean;
  /** Whether it can be there once only, so that the same request is refused afterwards. */
  readonly once?: boolean;
  /** Whether it can be there from before, as what it is made of has no name of its own. */
  readonly maybeThere?: boolean;
  /** A second look, where another operation shows it. */
  readonly shown?: (session: Session, body: JsonObject, answer: Exchange) => Promise<void>;
}
