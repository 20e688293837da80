import { URLSearchParams } from 'node:url'

/**
 * The address of a read, as the data client of the screen builds it: the answer to one is taken for the other.
 * @param {{ rpc: string, args?: Record<string, unknown> }} read - `{name}` in its texts is filled in by the head script
 */
export function readAddress({ rpc, args = {} }) {
  const query = new URLSearchParams(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
  const text = query.toString().replace(/%7B(\w+)%7D/g, '{$1}')
  return `rpc/${rpc}${text && `?${text}`}`
}
