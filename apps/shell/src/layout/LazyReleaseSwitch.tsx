import { AfterDelay } from '../app/AfterDelay'
import { optionalPart } from '../app/optional-part'

const Switch = optionalPart(async () => (await import('./ReleaseSwitch')).ReleaseSwitch)

/** ReleaseSwitch in a separate chunk, loaded after the first screen. */
export const LazyReleaseSwitch = () => (
  <AfterDelay ms={5_000}>
    <Switch />
  </AfterDelay>
)
