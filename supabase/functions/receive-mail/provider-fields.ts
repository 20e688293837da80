import { asciiAddress } from '../_shared/received-mail/ascii.ts'
import { readAddresses } from '../_shared/received-mail/sender/addresses.ts'

const addressesIn = (values: readonly string[]) =>
  [
    ...new Set(
      values.flatMap((value) => readAddresses(value).mailboxes).map((each) => asciiAddress(each.address)),
    ),
  ]
    .filter((address) => address.includes('@'))
    .sort()
    .join(' ')

/**
 * Whether two readings of one header name the same people. A provider without the original has read it in its own way: what
 * proves the author holds only where nothing is left to choose.
 * @param values - the header, or undefined where the provider sends none
 */
export const isSameHeader = (values: readonly string[] | undefined, parsed: readonly string[]): boolean =>
  values === undefined || addressesIn(values) === addressesIn(parsed)
