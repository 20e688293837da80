import { chakra } from '@chakra-ui/react'
import { forwardRef } from 'react'
import { CloseIcon, SearchIcon } from '../icons/icons'
import { IconButton } from './IconButton'
import { Input, type InputProps } from './Input'
import * as texts from './texts'

export type SearchInputProps = Omit<InputProps, 'value' | 'onChange' | 'type' | 'width'> & {
  value: string
  onChange: (value: string) => void
  /** The accessible name. */
  label: string
  width?: string
}

/** A search box; Escape and the clear button empty it. */
export const SearchInput = forwardRef<HTMLInputElement, SearchInputProps>(function SearchInput(
  { value, onChange, label, width = 'full', ...props },
  ref,
) {
  return (
    <Wrapper width={width}>
      <SearchIcon size={14} />
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && value && onChange('')}
        paddingInline="8"
        css={{ '@media (pointer: coarse)': { paddingInlineEnd: '12' } }}
        {...props}
      />
      {value && (
        <IconButton
          label={texts.clearSearch}
          size="sm"
          css={{ '@media (pointer: fine)': { minWidth: '6' } }}
          h="6"
          position="absolute"
          insetInlineEnd="1"
          top="50%"
          transform="translateY(-50%)"
          onClick={() => onChange('')}
        >
          <CloseIcon size={14} />
        </IconButton>
      )}
    </Wrapper>
  )
})

const Wrapper = chakra('div', {
  base: {
    position: 'relative',
    minWidth: '0',
    '& > svg': {
      position: 'absolute',
      insetInlineStart: '2.5',
      top: 'calc(50% - 7px)',
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
})
