using Workerd = import "/workerd/workerd.capnp";

# No compatibility flag for Node: a bundle that asks for one of its modules does not start.
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    # The sandbox listens on loopback, which is not public.
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "CONTENT_BASE_URL", fromEnvironment = "CONTENT_BASE_URL"),
    (name = "CONTENT_AUTH_URL", fromEnvironment = "CONTENT_AUTH_URL"),
  ],
);
