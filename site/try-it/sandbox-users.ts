import { defaultSeed } from "content-service-sandbox";

/** The people of the sandbox's world, each with a token that works. */
export function sandboxUsers(): { token: string; name: string; role: string }[] {
  const { users = [], access_tokens = [] } = defaultSeed();
  return users.flatMap(({ id, name, role = "member" }) => {
    // Of several tokens of a user the first one is to be used; the others are there to be refused.
    const known = access_tokens.find(({ user_id }) => user_id === id);
    return known === undefined ? [] : [{ token: known.token, name, role }];
  });
}
