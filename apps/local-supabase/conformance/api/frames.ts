import { expect } from 'vitest'
import WebSocket from 'ws'
import { soon } from './channels'
import type { Project } from './project'

export type Frame = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Payload,
]
interface Payload {
  status?: string
  message?: string
  response?: unknown
  [name: string]: unknown
}

/** A raw connection to Realtime: the client hides texts and kinds of frames. */
export interface RawSocket {
  ws: WebSocket
  /** Text frames so far. */
  frames: Frame[]
  closed: Promise<number>
  send: (...frame: unknown[]) => void
  join: (topic: string, payload?: object) => void
  /** The frames of an event. */
  of: (event: string) => Frame[]
  /** The first answer to a join. */
  answer: () => Promise<Payload>
}

export const socketUrl = ({ url, publishableKey }: Project, vsn = '2.0.0') =>
  `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=${vsn}`

export async function openSocket(project: Project): Promise<RawSocket> {
  const ws = new WebSocket(socketUrl(project))
  const frames: Frame[] = []
  ws.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) frames.push(JSON.parse(data.toString()) as Frame)
  })
  const closed = new Promise<number>((resolve) => ws.once('close', resolve))
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
  const send = (...frame: unknown[]) => ws.send(JSON.stringify(frame))
  const of = (event: string) => frames.filter((frame) => frame[3] === event)
  return {
    ws,
    frames,
    closed,
    send,
    join: (topic, payload = { config: {} }) => send('1', '1', topic, 'phx_join', payload),
    of,
    async answer() {
      await soon(() => expect(of('phx_reply').some(([, ref]) => ref === '1')).toBe(true))
      return of('phx_reply').find(([, ref]) => ref === '1')?.[4] ?? {}
    },
  }
}
