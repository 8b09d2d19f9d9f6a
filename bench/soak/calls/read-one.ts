import { sharedLink } from "content-service-client";
import { USER_ID } from "../soak-seed.js";
import type { Deed } from "./caller.js";

/** Reads who the caller is. */
export const readUser: Deed = async ({ client, meter }) => {
  const ended = await meter.call("getCurrentUser", () => client.getCurrentUser());
  if ("value" in ended && ended.value.id !== USER_ID) meter.problem(`getCurrentUser gave user ${ended.value.id}`);
};

/** Reads what a shared link leads to. */
export const readLink: Deed = async ({ client, meter }) => {
  const header = sharedLink({ url: "https://content.example/s/register" });
  const ended = await meter.call("findSharedItem", () => client.findSharedItem({ header }));
  if ("value" in ended && ended.value?.id !== "6001") meter.problem(`findSharedItem gave item ${ended.value?.id}`);
};
