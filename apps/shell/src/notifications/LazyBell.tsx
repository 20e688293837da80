import { chakra } from '@helpdesk/ui/components/layout'
import { AfterDelay } from '../app/AfterDelay'
import { optionalPart } from '../app/optional-part'

const Part = optionalPart(async () => (await import('./Bell')).Bell)

/** The bell in a separate chunk, loaded after the first screen; its place is kept, so that nothing moves. */
export const LazyBell = () => (
  <Place>
    <AfterDelay ms={1_500}>
      <Part />
    </AfterDelay>
  </Place>
)

const Place = chakra('div', {
  base: {
    position: 'relative',
    flexShrink: '0',
    width: '9',
    height: '9',
    '@media (pointer: coarse)': { width: '11', height: '11' },
  },
})
