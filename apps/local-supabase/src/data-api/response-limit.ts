import type { PostgresConnection } from '@supabase/lite/postgres'
import { DataApiError } from './data-api-error'

/** Bytes of one response. A page of the longest rows that the portal asks for has a tenth of it. */
export const responseLimit = 16 * 1024 * 1024

const marker = 'response_too_large'

/** lite's own look-ups of users and sessions; all else that starts like this is a request's. */
const ownLookUp = /^select \* from "auth"\./
const readsRows = (text: string) => /^select .* from /s.test(text) && !ownLookUp.test(text)

/**
 * Lets the database count what it sends and stop in the middle: by the time the rows are here they fill the memory.
 * The cast fails with the marker in its message, because a plain statement has no other way to raise an error.
 */
export function withinLimit(text: string, limit = responseLimit): string {
  if (!readsRows(text)) return text
  return `select (sized.part).* from (select part, sum(octet_length(part::text)) over (rows unbounded preceding) as bytes
    from (${text}) as part) as sized
    where case when bytes > ${limit} then ('${marker} ' || bytes)::integer is null else true end`
}

/** The refusal of a response that the database stopped; undefined for any other error. */
export function tooLargeResponse(error: unknown): DataApiError | undefined {
  if (!(error instanceof Error) || !error.message.includes(`integer: "${marker} `)) return undefined
  const text = `The response is larger than ${responseLimit / 1024 / 1024} MB. Ask for fewer rows or columns.`
  return new DataApiError(text, { status: 413, code: marker })
}

/** Every statement of lite runs on a reserved connection. */
export function limitResponses(connection: PostgresConnection): void {
  const { driver } = connection
  const reserve = driver.reserve.bind(driver)
  driver.reserve = async () => {
    const reserved = await reserve()
    const unsafe = reserved.unsafe.bind(reserved)
    Reflect.set(reserved, 'unsafe', (text: string, ...rest: []) => unsafe(withinLimit(text), ...rest))
    return reserved
  }
}
