/**
 * How a public interface changed: `breaking` when a line was removed or changed, or a required member was added.
 * An optional member more breaks nobody, also where a type is written out within a line.
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {'none' | 'added' | 'breaking'}
 */
export function changeOf(before, after) {
  const known = new Set(before)
  const added = after.filter((line) => !known.has(line))
  /** @param {string} line */
  const isKept = (line) => after.some((later) => later === line || withoutNewOptional(later, line) === line)
  const removed = before.filter((line) => !isKept(line))
  const types = new Set(before.map(typeOf))
  const requires = added.some((line) => isRequiredMember(line) && types.has(typeOf(line)))
  if (removed.length > 0 || requires) return 'breaking'
  return added.length > 0 ? 'added' : 'none'
}

/**
 * A line without the optional members of plain types that its former form lacks.
 * @param {string} line
 * @param {string} former
 */
const withoutNewOptional = (line, former) =>
  line.replace(/ \w+\?: [^;{}]+;/g, (member) => (former.includes(member) ? member : ''))
/** @param {string} line */
const isRequiredMember = (line) => /^\S+ type \w+\.\w+:/.test(line)
/** Module and type of a line. @param {string} line */
const typeOf = (line) => /^\S+ type \w+/.exec(line)?.[0]

/**
 * The lowest version that a change allows: removed or changed names raise the first number that is not 0 (the major
 * version, the minor one while it is 0.x), added names the next one.
 * @param {string} version
 * @param {'none' | 'added' | 'breaking'} change
 */
export function nextVersion(version, change) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (change === 'none') return version
  if (change === 'breaking') return major > 0 ? `${major + 1}.0.0` : `0.${minor + 1}.0`
  return major > 0 ? `${major}.${minor + 1}.0` : `0.${minor}.${patch + 1}`
}

/**
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const [given, wanted] = [version, minimum].map((text) => text.split('.').map(Number))
  const index = given.findIndex((part, place) => part !== wanted[place])
  return index === -1 || given[index] > wanted[index]
}
