import { render } from "hono/jsx/dom";
import { Inspector } from "./inspector.js";

const container = document.getElementById("inspector");
const access = { url: location.origin, fetch: (request: Request) => fetch(request) };
if (container !== null)
  render(
    <>
      <header>
        <h1>Sandbox</h1>
        <code>{location.origin}</code>
      </header>
      <main>
        <Inspector access={access} />
      </main>
    </>,
    container,
  );
