import { AfterDelay } from '../app/AfterDelay'
import { optionalPart } from '../app/optional-part'

const Reporter = optionalPart(async () => (await import('./HealthReporter')).HealthReporter)

/** HealthReporter in a separate chunk, loaded after the first screen. */
export const LazyHealthReporter = () => (
  <AfterDelay ms={4_000}>
    <Reporter />
  </AfterDelay>
)
