import type { IncomingMessage } from 'node:http'

/**
 * The address of an upgrade request, which no adapter has checked. An absolute target counts by its path.
 * @returns undefined for a target such as `//` or `http://[`, which is no address
 */
export function targetUrl({ url = '' }: IncomingMessage, origin = 'http://backend'): URL | undefined {
  return URL.canParse(url, origin) ? new URL(url, origin) : undefined
}
