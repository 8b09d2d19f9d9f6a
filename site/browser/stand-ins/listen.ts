/** A page cannot be a server. */
export async function listen(): Promise<never> {
  throw new Error("The sandbox cannot listen in a browser");
}
