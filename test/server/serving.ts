import { afterEach } from "@jest/globals";
import { startServer, type RunningServer } from "../../src/server/http.ts";
import type { Route } from "../../src/server/route.ts";

const running: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async (server) => {
      await server.close(500);
    }),
  );
});

/** A server on a free loopback port, closed after the test; what its routes throw is collected. */
export async function serve(
  routes: readonly Route[],
): Promise<{ readonly url: string; readonly server: RunningServer; readonly errors: unknown[] }> {
  const errors: unknown[] = [];
  const server = await startServer({
    port: 0,
    host: "127.0.0.1",
    routes,
    onError: (error) => errors.push(error),
  });
  running.push(server);
  return { url: server.url, server, errors };
}
