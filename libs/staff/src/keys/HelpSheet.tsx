import { chakra, Dialog } from '@helpdesk/ui'
import { COMMAND_GROUPS, type Command } from '../palette/command'
import { Keys } from './Keys'
import { SingleKeysSwitch } from './SingleKeysSwitch'
import * as texts from './texts'

/** Lists all shortcuts. */
export function HelpSheet({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const shown = commands.filter(({ keys }) => keys.length > 0)
  return (
    <Dialog title={texts.keyboardShortcuts} lightDismiss onClose={onClose}>
      <SingleKeysSwitch />
      {COMMAND_GROUPS.map((group) => (
        <section key={group} aria-labelledby={headingId(group)}>
          <Title id={headingId(group)}>{group}</Title>
          <List>
            {shown
              .filter((command) => command.group === group)
              .map(({ id, title, keys }) => (
                <Line key={id}>
                  <dt>{title}</dt>
                  <dd>
                    {keys.map((each, index) => (
                      <span key={each}>
                        {index > 0 && texts.or}
                        <Keys keys={each} />
                      </span>
                    ))}
                  </dd>
                </Line>
              ))}
          </List>
        </section>
      ))}
    </Dialog>
  )
}

const headingId = (group: string) => `shortcuts-${group.toLowerCase().replaceAll(' ', '-')}`

const Title = chakra('h3', { base: { fontSize: 'sm', fontWeight: 'semibold', color: 'fg.muted' } })
const List = chakra('dl', { base: { mt: '1' } })
const Line = chakra('div', {
  base: {
    display: 'flex',
    gap: '4',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    py: '1',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
    '& dt': { minWidth: '0', overflowWrap: 'anywhere' },
    '& dd': { flexShrink: '0', fontSize: 'sm', color: 'fg.muted' },
  },
})
