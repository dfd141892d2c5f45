import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { workflowTexts } from '../texts/workflow.ts'

const texts = workflowTexts.leave

/** Asks before what was edited is lost. */
export const DiscardDialog = ({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) => (
  <Modal opened onClose={onStay} title={texts.title}>
    <Stack>
      <Text>{texts.explanation}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onStay}>
          {texts.stay}
        </Button>
        <Button color="red.9" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </Group>
    </Stack>
  </Modal>
)
