import { chakra } from '@chakra-ui/react'
import { forwardRef, useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../icons/icons'
import { IconButton } from './IconButton'
import { Input, type InputProps } from './Input'
import * as texts from './texts'

/** A password input with a button that reveals the text. */
export const PasswordInput = forwardRef<HTMLInputElement, InputProps>(function PasswordInput(props, ref) {
  const [shown, setShown] = useState(false)
  return (
    <Wrapper>
      <Input ref={ref} {...props} type={shown ? 'text' : 'password'} paddingInlineEnd="12" />
      <IconButton
        label={shown ? texts.hidePassword : texts.showPassword}
        position="absolute"
        insetInlineEnd="1"
        top="50%"
        transform="translateY(-50%)"
        size="sm"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </Wrapper>
  )
})

const Wrapper = chakra('div', { base: { position: 'relative' } })
