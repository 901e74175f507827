import { connect } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { startServer } from "../../src/server/http.ts";
import type { Route } from "../../src/server/route.ts";
import { findRoute } from "../../src/server/router.ts";
import { gate } from "../queue/pulls.ts";
import { serve } from "./serving.ts";

function route(path: string, answer: Route["answer"], method: Route["method"] = "GET"): Route {
  return { method, path, answer };
}
const text = (body: string): ReturnType<Route["answer"]> =>
  Promise.resolve({ status: 200, contentType: "text/plain", body });

describe("router", () => {
  const routes = [
    route("/", () => text("home")),
    route("/pulls/{owner}/{name}", () => text("pull")),
    route("/hook", () => text("hook"), "POST"),
  ];

  test.each([
    ["/", "GET", "found"],
    ["/?lang=zh", "GET", "found"],
    ["/", "HEAD", "found"],
    ["/pulls/a/b", "GET", "found"],
    ["/pulls/a/b/", "GET", "found"],
    ["/pulls/a", "GET", "nothing"],
    ["/pulls/a/b/c", "GET", "nothing"],
    ["/hook", "GET", "other_method"],
    ["/", "DELETE", "other_method"],
    ["/%zz", "GET", "nothing"],
    ["", "GET", "found"],
  ])("finds for %s %s: %s", (target, method, kind) => {
    expect(findRoute(routes, method, target).kind).toBe(kind);
  });

  test("decodes the parts of the path, and only once", () => {
    const found = findRoute(routes, "GET", "/pulls/a%2Fb/%2525?x=1&y=a%20b?c");
    expect(found).toMatchObject({ kind: "found", params: { owner: "a/b", name: "%25" } });
    expect(found.kind === "found" && found.query.get("y")).toBe("a b?c");
  });
});

describe("server", () => {
  test("answers 404 and 405 with a code", async () => {
    const { url } = await serve([route("/hook", () => text("ok"), "POST")]);
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    const wrong = await fetch(`${url}/hook`);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("answers HEAD without a body", async () => {
    const { url } = await serve([route("/", () => text("hello"))]);
    const response = await fetch(url, { method: "HEAD" });
    expect(response.headers.get("content-length")).toBe("5");
    expect(await response.text()).toBe("");
  });

  test("hides what went wrong inside from the client and tells the operator", async () => {
    const { url, errors } = await serve([
      route("/", () => Promise.reject(new Error("password is hunter2"))),
    ]);
    const response = await fetch(url);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("hunter2");
    expect(errors).toEqual([new Error("password is hunter2")]);
  });

  test("survives a sender that breaks off in the middle of a body", async () => {
    const read = gate();
    let kind = "";
    const { server, url, errors } = await serve([
      route("/", () => text("alive")),
      route(
        "/hook",
        async (request) => {
          kind = (await request.readBody(1_000)).kind;
          read.open();
          return await text("");
        },
        "POST",
      ),
    ]);
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write("POST /hook HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\nhalf");
    socket.write("", () => socket.destroy());
    await read.opened;
    expect(kind).toBe("broken_off");
    expect(await (await fetch(url)).text()).toBe("alive");
    expect(errors).toEqual([]);
  });

  test("finishes a running request before it closes, and takes no new one", async () => {
    const started = gate();
    const finish = gate();
    const { url, server } = await serve([
      route("/", async () => {
        started.open();
        await finish.opened;
        return await text("finished");
      }),
    ]);
    const running = fetch(url);
    await started.opened;
    const closed = server.close();
    finish.open();
    expect(await (await running).text()).toBe("finished");
    await closed;
    await expect(fetch(url)).rejects.toThrow();
  });

  test("does not wait longer for a request than the grace allows", async () => {
    const started = gate();
    const { url, server } = await serve([
      route("/", async () => {
        started.open();
        return await new Promise<never>(() => undefined);
      }),
    ]);
    const running = fetch(url).then(
      () => "answered",
      () => "cut",
    );
    await started.opened;
    await server.close(20);
    expect(await running).toBe("cut");
  });

  test("rejects when the port is taken", async () => {
    const { server } = await serve([]);
    const second = startServer({
      port: server.port,
      host: "127.0.0.1",
      routes: [],
      onError: () => undefined,
    });
    await expect(second).rejects.toThrow("EADDRINUSE");
  });
});
