import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../browser/copy-text.ts'
import { frameTexts } from '../../texts/frame.ts'
import classes from './copy-field.module.css'

const texts = frameTexts.copy

interface CopyFieldProps {
  label: string
  description?: string
  copyLabel: string
  value: string
  /** True to focus this field when it appears. */
  isFirst?: boolean
}

/** Read-only text field with a button that copies the text. */
export function CopyField({ label, description, copyLabel, value, isFirst = false }: CopyFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  const copy = async () => setOutcome((await copyText(value, field.current!)) ? 'copied' : 'refused')
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        description={description}
        value={value}
        readOnly
        rows={value.length > 150 ? 5 : value.length > 60 ? 3 : 2}
        spellCheck={false}
        classNames={{ input: classes.text! }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs" mt={6}>
        <Button
          size="xs"
          variant="default"
          aria-label={copyLabel}
          leftSection={outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {texts.action}
        </Button>
        <Text size="sm" component="output">
          {outcome === 'copied' ? texts.done : outcome === 'refused' ? texts.failed : ''}
        </Text>
      </Group>
    </div>
  )
}
