import { AfterDelay } from '../app/AfterDelay'
import { optionalPart } from '../app/optional-part'

const Preparation = optionalPart(async () => (await import('./ScreenPreparation')).ScreenPreparation)

/** ScreenPreparation in a separate chunk, loaded after the first screen is painted. */
export const LazyScreenPreparation = () => (
  <AfterDelay ms={500}>
    <Preparation />
  </AfterDelay>
)
