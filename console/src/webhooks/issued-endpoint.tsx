import { Text } from '@mantine/core'
import type { IssuedWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { ShownOnce } from '../kit/dialogs/shown-once.tsx'
import { CopyField } from '../kit/forms/copy-field.tsx'
import { webhookTexts } from '../texts/webhooks.ts'

const texts = webhookTexts.issued

/** New secret of an endpoint, shown once, and the public key that belongs to it. */
export const IssuedEndpoint = ({ issued, onStored }: { issued: IssuedWebhookEndpoint; onStored: () => void }) => (
  <ShownOnce warning={texts.warning} storedLabel={texts.stored} onStored={onStored}>
    <CopyField
      label={texts.secret}
      description={texts.secretHint}
      copyLabel={texts.copySecret}
      value={issued.secret}
      isFirst
    />
    <CopyField
      label={texts.publicKey}
      description={texts.publicKeyHint}
      copyLabel={texts.copyPublicKey}
      value={issued.publicKey}
    />
    {issued.previousSecretEndsAt && <Text>{texts.previousUntil(issued.previousSecretEndsAt)}</Text>}
  </ShownOnce>
)
