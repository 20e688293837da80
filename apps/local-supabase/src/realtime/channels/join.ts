import { z } from 'zod'
import type { Frame } from '../frames'
import { MAX_NAME } from '../limits'

/** The options of `client.channel(name, { config })`; others are ignored, as hosted does. */
const joinSchema = z.object({
  access_token: z.nullish(z.string()),
  config: z
    .object({
      private: z.nullish(z.boolean()),
      broadcast: z.nullish(z.object({ ack: z.nullish(z.boolean()), self: z.nullish(z.boolean()) })),
      presence: z.nullish(z.object({ key: z.nullish(z.string()), enabled: z.nullish(z.boolean()) })),
    })
    .nullish(),
})
type Join = z.infer<typeof joinSchema>
export type ChannelConfig = NonNullable<Join['config']>

/** A join that is answered with a reason. */
export class Refused extends Error {}

/** The token in a payload; a key of the project is none. */
function tokenOf({ access_token: token }: Join): string | undefined {
  return typeof token === 'string' && !token.startsWith('sb_') ? token : undefined
}

/** Options that cannot be read count as their defaults. */
function readOptions(payload: unknown): Join {
  const parsed = joinSchema.safeParse(payload)
  if (parsed.success) return parsed.data
  return joinSchema.pick({ access_token: true }).safeParse(payload).data ?? {}
}

/** What a client asks for when it joins a channel. */
export interface JoinRequest {
  /** The topic without its prefix. */
  name: string
  token: string | undefined
  config: ChannelConfig
}

/** @throws Refused for a channel that nobody can join */
export function readJoin({ topic, payload }: Frame, publicChannels: boolean): JoinRequest {
  const options = readOptions(payload)
  const config = options.config ?? {}
  const name = topic.replace(/^realtime:/, '')
  if (!topic.startsWith('realtime:')) throw new Refused('unmatched topic')
  if (!config.private && !publicChannels)
    throw new Refused('PrivateOnly: This project only allows private channels')
  if (name === '') throw new Refused('TopicNameRequired: You must provide a topic name')
  if ((config.presence?.key?.length ?? 0) > MAX_NAME)
    throw new Refused('PresenceKeyTooLong: The presence key is too long')
  return { name, token: tokenOf(options), config }
}

/** The token with which a client renews the rights of a channel; undefined when there is none. */
export function readRenewal(payload: unknown): string | undefined {
  const parsed = joinSchema.safeParse(payload)
  return parsed.success ? tokenOf(parsed.data) : undefined
}
