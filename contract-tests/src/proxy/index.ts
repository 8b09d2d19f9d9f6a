export {
  type ContractProxy,
  type ContractProxyOptions,
  createContractProxy,
  type ListeningProxy,
} from "./create-contract-proxy.js";
export type { ProxiedExchange } from "./watcher.js";
