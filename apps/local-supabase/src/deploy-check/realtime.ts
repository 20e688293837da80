import { on, once } from 'node:events'
import postgres from 'postgres'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { readSchemaFiles } from '../migrations/schema-files'
import { decodeFrame, encodeFrame } from '../realtime/frames'
import { failure, missing, ok, unknown, type Finding, type Target } from './project'

const ANSWER_MS = 15_000
const settings = 'Dashboard → Realtime → Settings (supabase/hosting.md, “Realtime”)'
const push = 'supabase db push --remote'

const messageSchema = z.tuple([z.instanceof(Buffer)], z.unknown())
const replySchema = z.object({
  status: z.string(),
  response: z.object({ reason: z.optional(z.string()) }),
})

/** Joins a channel without a session. @returns the reason of the refusal, '' when the channel was joined */
async function joinAnonymously(socket: WebSocket, name: string, isPrivate: boolean): Promise<string> {
  const topic = `realtime:${name}`
  const messages = on(socket, 'message', { signal: AbortSignal.timeout(ANSWER_MS), close: ['close'] })
  const payload = { config: { private: isPrivate } }
  socket.send(encodeFrame('2.0.0', { joinRef: name, ref: name, topic, event: 'phx_join', payload }))
  for await (const message of messages) {
    const [data] = messageSchema.parse(message)
    const frame = decodeFrame(data, false)
    if (frame.ref !== name || frame.event !== 'phx_reply') continue
    const { status, response } = replySchema.parse(frame.payload)
    return status === 'ok' ? '' : (response.reason ?? status)
  }
  throw new Error('the connection was closed')
}

/** Checks whether public channels are off and a private one refuses visitors. */
async function checkChannels({ url, publishableKey }: Target): Promise<Finding[]> {
  const query = new URLSearchParams({ apikey: publishableKey, vsn: '2.0.0' })
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${query}`)
  // Reported by whatever waits for the socket; without a listener it would end the process.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'open', { signal: AbortSignal.timeout(ANSWER_MS) })
    return [
      judge(await joinAnonymously(socket, 'deploy-check', false), 'PrivateOnly', {
        refused: 'Public channels are off',
        joined: missing(
          'Public channels are on: they serve anybody who has the publishable key',
          `Turn off “Allow public access”: ${settings}`,
        ),
      }),
      judge(await joinAnonymously(socket, 'desk:staff:0', true), 'Unauthorized', {
        refused: 'Private channels refuse visitors',
        joined: missing(
          'A private channel lets visitors in',
          'Drop the policy on realtime.messages for anon.',
        ),
      }),
    ]
  } catch (error) {
    return [missing(`Realtime does not answer (${failure(error)})`, `Check that it is on: ${settings}`)]
  } finally {
    socket.terminate()
  }
}

/** @param answer of {@link joinAnonymously} */
function judge(
  answer: string,
  expected: string,
  { refused, joined }: { refused: string; joined: Finding },
): Finding {
  if (answer === '') return joined
  return answer.startsWith(expected) ? ok(refused) : unknown(`A channel answers: ${answer}`, settings)
}

/** Policies on `realtime.messages` in the schema, sorted by name. */
async function policiesOf(supabaseDir: string): Promise<string[]> {
  const text = await readSchemaFiles(supabaseDir)
  return [...text.matchAll(/^create policy (\w+) on realtime\.messages/gm)]
    .map(([, name = '']) => name)
    .sort()
}

/** Policies add up: one of another application lets its callers into the portal's channels. */
async function checkPolicies(target: Target, url: string): Promise<Finding[]> {
  const expected = await policiesOf(target.supabaseDir)
  const sql = postgres(url, { max: 1, connect_timeout: 15, onnotice: () => {} })
  try {
    const rows = await sql<{ name: string }[]>`
      select policyname as name from pg_policies where schemaname = 'realtime' and tablename = 'messages' order by 1`
    const found = rows.map(({ name }) => name)
    const absent = expected.filter((name) => !found.includes(name))
    const foreign = found.filter((name) => !expected.includes(name))
    return [
      absent.length > 0
        ? missing(`Policies on realtime.messages: ${absent.join(', ')}`, push)
        : ok(`All ${expected.length} policies on realtime.messages are there`),
      ...(foreign.length > 0
        ? [
            missing(
              `Policies on realtime.messages that this checkout lacks: ${foreign.join(', ')}`,
              'Read whom they let in; drop those that the portal does not need.',
            ),
          ]
        : []),
    ]
  } finally {
    await sql.end({ timeout: 3 })
  }
}

/** Checks whether Realtime answers, and who may join its channels. */
export async function checkRealtime(target: Target): Promise<Finding[]> {
  return [
    ...(await checkChannels(target)),
    ...(target.databaseUrl
      ? await checkPolicies(target, target.databaseUrl)
      : [unknown('The policies on realtime.messages', 'Add --db-url postgresql://… to compare them.')]),
    unknown('The limits of Realtime cannot be seen', settings),
  ]
}
