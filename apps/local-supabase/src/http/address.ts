const addresses = new WeakMap<Request, string>()

/** Notes where a request came from: the other end of its socket. A header could claim anything. */
export function noteAddress(request: Request, address: string | undefined): void {
  if (address) addresses.set(request, address.replace(/^::ffff:/, ''))
}

/** @returns the caller's IP address; undefined for what this process asks itself */
export const addressOf = (request: Request): string | undefined => addresses.get(request)
