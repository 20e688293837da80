interface Connection {
  address: string | undefined
  /** Used by proxies in their default settings (nginx `proxy_pass`), by no browser. */
  isHttp10: boolean
  /** Ends the connection. */
  close(): void
  /** Whether the client left before it had sent the whole body. A stream that is opened after that just ends. */
  hasBrokenOff?(): boolean
}

const connections = new WeakMap<Request, Connection>()

/** Attaches the socket to its request: unlike a header, the socket cannot be forged. */
export function setConnection(request: Request, connection: Connection): void {
  connections.set(request, { ...connection, address: connection.address?.replace(/^::ffff:/, '') })
}

/** For a request that replaces another one. */
export function copyConnection(from: Request, to: Request): void {
  const connection = connections.get(from)
  if (connection) connections.set(to, connection)
}

/** @returns undefined for requests of this process itself */
export const getConnection = (request: Request): Connection | undefined => connections.get(request)

/** @returns the client's IP address; undefined for requests of this process itself */
export const clientAddress = (request: Request): string | undefined => connections.get(request)?.address
