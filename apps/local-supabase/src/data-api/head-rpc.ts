/** Defect 10: `rpc(…, { head: true })` answered 400. A HEAD is a GET without the body. */
export async function answerHeadRpc(
  request: Request,
  url: URL,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== 'HEAD' || !url.pathname.startsWith('/rest/v1/rpc/')) return fetch(request)
  const response = await fetch(new Request(request, { method: 'GET' }))
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}
