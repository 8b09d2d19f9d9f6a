// The sandbox keeps the start of its world in this form. A copy serves as well.

/** Copies a value. Throws for one that cannot be copied, such as a function, as Node's does. */
export function serialize<Value>(value: Value): Value {
  return structuredClone(value);
}

/** Gives a copy of what was copied, which can be asked for again. */
export function deserialize<Value>(copy: Value): Value {
  return structuredClone(copy);
}
