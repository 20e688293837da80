import { cell, functions } from './matrix'
import { tables } from './matrix-tables'

/** Edge functions that refuse customers; the matrix lists only what the Data API and Storage serve. */
const edgeFunctions = ['admin-assistant', 'send-invites', 'staff-mail', 'test-mail', 'update-user-role']

/** Whether staff may and customers may not. */
const isForStaff = (cells: string) =>
  [cell(cells, 'anon'), cell(cells, 'customer')].every((right) => right === '-') &&
  [cell(cells, 'agent'), cell(cells, 'admin')].some((right) => right !== '-')

const nameOf = (signature: string) => signature.replace(/\(.*/, '')

/** Functions of the database; one with an overload that customers may call is not among them. */
const staffFunctions = [
  ...new Set(
    Object.entries(functions)
      .filter(([, [cells]]) => isForStaff(cells))
      .map(([signature]) => nameOf(signature)),
  ),
].filter((name) =>
  Object.entries(functions).every(([signature, [cells]]) => nameOf(signature) !== name || isForStaff(cells)),
)

const staffTables = Object.entries(tables)
  .filter(([, { rights }]) => rights.length > 0 && rights.every(([, , cells]) => isForStaff(cells)))
  .map(([name]) => name)

/** What identifies each call in a built script: names of the backend survive minification. */
const patterns: [string, RegExp][] = [
  ...[...staffFunctions, ...edgeFunctions].map((name): [string, RegExp] => [
    name,
    new RegExp(`\\b${name}\\b`),
  ]),
  // `invites` and `macros` are also words of texts and query keys
  ...staffTables.map((name): [string, RegExp] => [name, new RegExp(`\\bfrom\\(["'\`]${name}["'\`]`)]),
]

/** @returns the calls in a built script that staff may make and customers may not */
export const staffCallsIn = (script: string): string[] =>
  patterns.filter(([, pattern]) => pattern.test(script)).map(([name]) => name)
