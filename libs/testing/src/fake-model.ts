import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** A request of the chat-completions protocol. */
export interface ModelCall {
  /** Number of earlier calls. */
  index: number
  authorization: string
  body: { model: string; stream?: boolean; max_tokens?: number; messages: ModelMessage[]; tools?: unknown[] }
  /** The admin's question. */
  question: string
  /** Results of the tool calls since the question. */
  toolResults: string[]
}
interface ModelMessage {
  role: string
  content: unknown
}

/** The model's response to a call. */
export type ModelStep =
  | { text: string | string[]; pause?: number; finish?: 'stop' | 'length' }
  | { tools: { name: string; args: unknown }[] }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Sent unchanged as the body of a 200. */
  | { raw: string; type?: string }
  /** Never responds. */
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
  const lastUserIndex = body.messages.findLastIndex(({ role }) => role === 'user')
  return {
    index,
    authorization: request.headers.authorization ?? '',
    body,
    question: textOf(body.messages[lastUserIndex]?.content),
    toolResults: body.messages
      .slice(lastUserIndex + 1)
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

async function respond(step: ModelStep, response: ServerResponse): Promise<void> {
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

/**
 * Starts a scripted model behind the OpenAI-compatible protocol on 127.0.0.1.
 * @param decide - returns the response to a call
 */
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
      await respond(current(call), response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    /** Number of responses that the caller aborted. */
    cutOff: () => cutOff,
    /** Replaces the script and clears the recorded calls. */
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
