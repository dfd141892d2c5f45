import { NumberInput, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey, KeyRotation, RotateKey } from '@tocsin/contract/console/api-key.ts'
import { overlapHoursDefault, overlapHoursMaximum } from '@tocsin/contract/limits.ts'
import { useState, type FormEvent } from 'react'
import { call } from '../api/call.ts'
import { Form } from '../kit/forms/form.tsx'
import { FormButtons } from '../kit/forms/form-buttons.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { isWholeNumber } from '../kit/forms/whole-number.ts'
import { keyTexts } from '../texts/keys.ts'
import { KeyDialog, type FreshKey } from './key-dialog.tsx'
import { keysQuery } from './queries.ts'

const texts = keyTexts.rotate
const hourMs = 3_600_000

/**
 * Dialog that issues the successor of an API key and shows the successor once. The old key keeps working for the
 * overlap that the user chooses.
 * @param rotating key to replace; undefined while no key is being rotated.
 */
export function RotateDialog({ rotating, onClose }: { rotating: ApiKey | undefined; onClose: () => void }) {
  const [fresh, setFresh] = useState<FreshKey>()
  const close = () => {
    setFresh(undefined)
    onClose()
  }
  return (
    <KeyDialog
      opened={rotating !== undefined}
      onClose={close}
      title={rotating ? texts.title(rotating.name) : ''}
      fresh={fresh}
    >
      {rotating && <RotateForm rotating={rotating} onRotated={setFresh} onCancel={close} />}
    </KeyDialog>
  )
}

interface RotateFormProps {
  rotating: ApiKey
  onRotated: (fresh: FreshKey) => void
  onCancel: () => void
}

function RotateForm({ rotating, onRotated, onCancel }: RotateFormProps) {
  const queryClient = useQueryClient()
  const [overlapHours, setOverlapHours] = useState<number | string>(overlapHoursDefault)
  const isValid = isWholeNumber(overlapHours, overlapHoursMaximum)
  const rotate = useMutation({
    mutationFn: (body: RotateKey) => call<KeyRotation>('POST', `/keys/${rotating.id}/rotate`, { body }),
    onSuccess({ successor, oldRevokedAt }, { overlapHours: chosenHours }) {
      const oldWorksUntil = chosenHours === 0 ? null : earliest(oldRevokedAt, rotating.expiresAt)
      onRotated({ ...successor, scopes: rotating.scopes, oldWorksUntil })
      void queryClient.invalidateQueries(keysQuery)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) rotate.mutate({ overlapHours })
  }
  return (
    <Form onSubmit={submit} error={rotate.error}>
      <Stack>
        <ProblemAlert title={texts.failed} error={rotate.error} />
        <Text>{texts.explanation}</Text>
        <NumberInput
          label={texts.overlap}
          value={overlapHours}
          onChange={setOverlapHours}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          inputMode="numeric"
          data-autofocus
          error={isValid ? undefined : texts.overlapInvalid}
        />
        <Text size="sm" mih="2.9em" aria-live="polite">
          {isValid && <Consequence rotating={rotating} overlapHours={overlapHours} />}
        </Text>
        <FormButtons submit={texts.submit} isPending={rotate.isPending} onCancel={onCancel} />
      </Stack>
    </Form>
  )
}

/** Text that says when the old key stops working and when the new key expires. */
function Consequence({ rotating, overlapHours }: { rotating: ApiKey; overlapHours: number }) {
  const { createdAt, expiresAt } = rotating
  const [nowMs] = useState(Date.now)
  const end = new Date(nowMs + overlapHours * hourMs).toISOString()
  const ofOld =
    overlapHours === 0
      ? texts.endsNow
      : expiresAt !== null && expiresAt < end
        ? texts.endsWithExpiry(expiresAt)
        : texts.endsAt(end)
  if (expiresAt === null) return ofOld
  const days = Math.max(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / (24 * hourMs)), 1)
  return `${ofOld} ${texts.successorExpires(days)}`
}

const earliest = (one: string, other: string | null): string => (other !== null && other < one ? other : one)
