import { Box, Flex, Text } from '@helpdesk/ui'
import { useAtom } from 'jotai'
import { useId } from 'react'
import { singleKeysAtom } from './single-keys'
import * as texts from './texts'

/** Switches single-character shortcuts on or off on this device. */
export function SingleKeysSwitch() {
  const [on, setOn] = useAtom(singleKeysAtom)
  const hint = useId()
  return (
    <Box>
      <Flex as="label" gap="2" alignItems="center" css={{ '@media (pointer: coarse)': { minHeight: '11' } }}>
        <input
          type="checkbox"
          checked={on}
          aria-describedby={hint}
          onChange={({ target }) => setOn(target.checked)}
        />
        <Text as="span">{texts.singleKeyShortcuts}</Text>
      </Flex>
      <Text id={hint} tone="muted" fontSize="sm">
        {texts.singleKeysHint}
      </Text>
    </Box>
  )
}
