interface Connection {
  address: string | undefined
  /** Spoken by proxies in their standard settings (nginx `proxy_pass`), by no browser. */
  isHttp10: boolean
  /** Ends the connection. */
  close(): void
}

const connections = new WeakMap<Request, Connection>()

/** Notes what a request came through: the other end of its socket. A header could claim anything. */
export function setConnection(request: Request, connection: Connection): void {
  connections.set(request, { ...connection, address: connection.address?.replace(/^::ffff:/, '') })
}

/** A request that stands for another one came through the same connection. */
export function copyConnection(from: Request, to: Request): void {
  const connection = connections.get(from)
  if (connection) connections.set(to, connection)
}

/** @returns undefined for what this process asks itself */
export const getConnection = (request: Request): Connection | undefined => connections.get(request)

/** @returns the caller's IP address; undefined for what this process asks itself */
export const clientAddress = (request: Request): string | undefined => connections.get(request)?.address
