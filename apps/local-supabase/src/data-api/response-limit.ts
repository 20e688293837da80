import { DataApiError } from './data-api-error'

/** Bytes of one response: ten times the portal's largest page. */
const responseLimit = 16 * 1024 * 1024

const marker = 'response_too_large'

/** lite's own queries of users and sessions. */
const internalLookup = /^select \* from "auth"\./
const readsRows = (text: string) => /^select .* from /s.test(text) && !internalLookup.test(text)

/**
 * Makes the database stop at the limit: rows that have arrived here already occupy the memory. A failing cast raises
 * the marker, because a plain statement has no other way to raise an error.
 */
export function withinLimit(text: string, limit = responseLimit): string {
  if (!readsRows(text)) return text
  return `select (sized.part).* from (select part, sum(octet_length(part::text)) over (rows unbounded preceding) as bytes
    from (${text}) as part) as sized
    where case when bytes > ${limit} then ('${marker} ' || bytes)::integer is null else true end`
}

/** Recognises the error of {@link withinLimit}. */
export function tooLargeResponse(error: unknown): DataApiError | undefined {
  if (!(error instanceof Error) || !error.message.includes(`integer: "${marker} `)) return undefined
  const message = `The response is larger than ${responseLimit / 1024 / 1024} MB. Ask for fewer rows or columns.`
  return new DataApiError(413, { code: 'PT413', message, details: marker })
}
