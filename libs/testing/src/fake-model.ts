import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One request of the chat-completions protocol, as the server saw it. */
export interface ModelCall {
  /** How many came before it. */
  index: number
  authorization: string
  body: { model: string; stream?: boolean; max_tokens?: number; messages: ModelMessage[]; tools?: unknown[] }
  /** The admin's question. */
  question: string
  /** What the tools called in this round have answered. */
  toolResults: string[]
}
interface ModelMessage {
  role: string
  content: unknown
}

/** What the model does with a call. */
export type ModelStep =
  | { text: string | string[]; pause?: number; finish?: 'stop' | 'length' }
  | { tools: { name: string; args: unknown }[] }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Sent as it is, as the body of a 200. */
  | { raw: string; type?: string }
  /** Answers nothing, ever. */
  | 'silence'

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: unknown) => textOf(Reflect.get(Object(part), 'text'))).join('')
      : ''

async function readCall(request: IncomingMessage, index: number): Promise<ModelCall> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const body: ModelCall['body'] = JSON.parse(text)
  const asked = body.messages.findLastIndex(({ role }) => role === 'user')
  return {
    index,
    authorization: request.headers.authorization ?? '',
    body,
    question: textOf(body.messages[asked]?.content),
    toolResults: body.messages
      .slice(asked + 1)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  }
}

const chunk = (delta: unknown, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

async function play(step: ModelStep, response: ServerResponse): Promise<void> {
  if (step === 'silence') return
  if ('status' in step) {
    response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers })
    response.end(JSON.stringify(step.body ?? { error: { message: 'no' } }))
    return
  }
  if ('raw' in step) {
    response.writeHead(200, { 'content-type': step.type ?? 'text/event-stream' }).end(step.raw)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ role: 'assistant', content: '' }))
  if ('tools' in step) {
    const calls = step.tools.map(({ name, args }, index) => ({
      index,
      id: `call_${Math.random().toString(36).slice(2)}`,
      type: 'function',
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    }))
    response.write(chunk({ tool_calls: calls }))
    response.write(chunk({}, 'tool_calls'))
  } else {
    for (const part of [step.text].flat()) {
      if (response.destroyed) return
      response.write(chunk({ content: part }))
      if (step.pause) await pause(step.pause)
    }
    response.write(chunk({}, step.finish ?? 'stop'))
  }
  response.end('data: [DONE]\n\n')
}

/** A model that does as it is told, behind the OpenAI-compatible protocol on 127.0.0.1. */
export async function startFakeModel(decide: (call: ModelCall) => ModelStep) {
  let current = decide
  const calls: ModelCall[] = []
  let cutOff = 0
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) cutOff += 1
    })
    void readCall(request, calls.length).then(async (call) => {
      calls.push(call)
      await play(current(call), response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    /** How many answers were given up by the caller. */
    cutOff: () => cutOff,
    /** From now on. Forgets the calls so far. */
    play(next: (call: ModelCall) => ModelStep) {
      current = next
      calls.length = 0
      cutOff = 0
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
