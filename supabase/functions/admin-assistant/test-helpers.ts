import { z } from 'zod'
import { stack, type TestUser } from '../../tests/support/backend'
import { handler } from './handler.ts'
import type { Environment } from './settings.ts'

export const KEY = 'sk-test-0123456789abcdef'
export const environment = (model?: string): Environment => ({
  SUPABASE_URL: stack.url,
  SUPABASE_ANON_KEY: stack.publishableKey,
  ...(model && { AI_BASE_URL: model, AI_API_KEY: KEY, AI_MODEL: 'test-model' }),
})

export async function tokenOf(person: TestUser): Promise<string> {
  const { data } = await person.client.auth.getSession()
  return data.session?.access_token ?? ''
}

interface AskOptions {
  env: Environment
  token?: string
  messages?: unknown
  accept?: string
  signal?: AbortSignal
}

export function ask(newUserMessage: unknown, { env, token, messages = [], accept, signal }: AskOptions) {
  return handler(
    new Request(`${stack.url}/functions/v1/admin-assistant`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(accept && { accept }),
      },
      body: JSON.stringify({ messages, newUserMessage }),
      signal: signal ?? null,
    }),
    env,
  )
}

const answerSchema = z.object({
  reply: z.string().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  proposals: z.array(z.looseObject({ id: z.string(), kind: z.string() })).optional(),
})

export async function readAnswer(response: Response) {
  return { status: response.status, ...answerSchema.parse(await response.json()) }
}

export interface ReceivedEvent {
  type: string
  data: Record<string, unknown>
}

export async function readEvents(response: Response): Promise<ReceivedEvent[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event = '', data = ''] = block.split('\n')
      return {
        type: event.slice(7),
        data: z.record(z.string(), z.unknown()).parse(JSON.parse(data.slice(6))),
      }
    })
}
