import { readFile } from 'node:fs/promises'
import WebSocket from 'ws'
import { openWorkspace } from '../src/workspace'
import type { Stack } from '../src/stack'

/** Sockets that are opened at once. */
const PARALLEL = 50

const megabytes = async (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

/** Opens a socket that has joined a private topic. */
const openJoined = (address: string, topic: string, token: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const join = { access_token: token, config: { private: true } }
    socket
      .once('open', () => socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', join])))
      .once('message', (data: Buffer) =>
        String(data).includes('"status":"ok"') ? resolve(socket) : reject(new Error(String(data))),
      )
      .once('error', reject)
  })

/** Memory of the services' process in megabytes, before and after so many sockets, each with a private channel, were opened. */
export async function measureIdleSockets(
  stack: Stack,
  count: number,
): Promise<{ before: number; after: number }> {
  const { db, newMember, clientOf } = openWorkspace(stack)
  const client = await clientOf(await newMember('Ida Idle'))
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const { data, error } = await client.rpc('changes_since')
  if (error) throw new Error(error.message)
  const [topic = ''] = data.topics as string[]
  const address = `${stack.url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${stack.publishableKey}&vsn=2.0.0`
  const before = await megabytes(stack.pid)
  const sockets: WebSocket[] = []
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(PARALLEL, count - sockets.length) }, () =>
          openJoined(address, topic, token),
        ),
      )),
    )
  const after = await megabytes(stack.pid)
  for (const socket of sockets) socket.terminate()
  await db.end()
  return { before, after }
}
