import { z } from '@helpdesk/supabase'
import * as texts from './unreached-texts'

/** A row of `unreached_people`: somebody of a ticket who gets no mails, and why. */
export const unreachedSchema = z.object({
  address: z.string(),
  name: z.string(),
  /** undeliverable, reply, status or copy */
  reason: z.string(),
})
export type UnreachedPerson = z.infer<typeof unreachedSchema>

/** More addresses whose mails came back are only counted: Send stays in view. */
const SHOWN = 2

export interface UnreachedLine {
  addresses: string[]
  text: string
  /** An address whose mails came back: staff can try again. */
  retry?: string
}

/** Who gets no mails, in a few lines; nobody who gets none at all is said to get none about something. */
export function unreachedLines(people: readonly UnreachedPerson[]): UnreachedLine[] {
  const undeliverable = people.filter(({ reason }) => reason === 'undeliverable')
  const others = people.filter(({ address }) => !undeliverable.some((each) => each.address === address))
  const left = others.filter(({ reason }) => reason === 'copy')
  // Only the requester chooses what to be mailed about.
  const choices = others.filter(({ reason }) => texts.isChoice(reason))
  const shown = undeliverable.slice(0, undeliverable.length === SHOWN + 1 ? SHOWN + 1 : SHOWN)
  const more = undeliverable.slice(shown.length)
  return [
    ...shown.map((person) => ({ ...line(texts.cameBack(nameOf(person)), person), retry: person.address })),
    ...(more.length > 0 ? [line(texts.moreCameBack(more.length), ...more)] : []),
    ...choices.slice(0, 1).map((person) => {
      const reasons = choices.map(({ reason }) => reason)
      return line(texts.choseNone(nameOf(person), reasons), person)
    }),
    ...(left.length > 1
      ? [line(texts.manyUnsubscribed(left.length), ...left)]
      : left.map((person) => line(texts.unsubscribed(nameOf(person)), person))),
  ]
}

const nameOf = ({ name, address }: UnreachedPerson) => name || address

const line = (text: string, ...people: UnreachedPerson[]): UnreachedLine => ({
  addresses: people.map(({ address }) => address),
  text,
})
