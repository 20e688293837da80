import { chakra } from '@chakra-ui/react'
import { Spinner } from './Spinner'
import * as texts from './texts'

export interface FullScreenSpinnerProps {
  label?: string
  /** Shows the label below the spinner; by default it is for screen readers only. */
  showLabel?: boolean
}

/** Fills the window while something essential loads. */
export function FullScreenSpinner({ label = texts.loadingPage, showLabel = false }: FullScreenSpinnerProps) {
  return (
    <Screen role="status" aria-label={label}>
      <Spinner size={24} />
      {showLabel && <span>{label}</span>}
    </Screen>
  )
}

const Screen = chakra('div', {
  base: {
    minHeight: '100dvh',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4',
    color: 'fg.muted',
  },
})
