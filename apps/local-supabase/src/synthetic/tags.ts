import { WeightedIndex, type Random } from './random'

const areas =
  'billing login shipping hardware account api refund export mobile reports warehouse returns printing calendar search'.split(
    ' ',
  )
const details =
  'bug question outage contract migration vip audit legacy beta training customs warranty pilot holiday escalation'.split(
    ' ',
  )

/** Most frequent first: the areas alone, then an area with a detail, such as `billing-audit`. */
export const tagNames: readonly string[] = [
  ...areas,
  ...details.flatMap((detail) => areas.map((area) => `${area}-${detail}`)),
]

/** From one ticket in six for the first tag to a handful in a million for the last. */
const tagIndex = new WeightedIndex(tagNames.map((_, n) => Math.exp(-n / 50) / (n + 1)))

/** Shares of tickets with 0, 1, 2 and 3 tags; repeated draws count once. */
const tagCounts = new WeightedIndex([0.5, 0.32, 0.13, 0.05])

/** Tags of one ticket, without repetition. */
export function drawTags(random: Random): string[] {
  const count = tagCounts.draw(random)
  const drawn = new Set<string>()
  for (let n = 0; n < count; n++) drawn.add(tagNames[tagIndex.draw(random)]!)
  return [...drawn]
}
