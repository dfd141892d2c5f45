import { Alert } from '@mantine/core'
import { userTexts } from '../../texts/users.ts'

const texts = userTexts.lastAdministrator

/** Alert that the last administrator can be neither archived nor made a member. It says how to proceed. */
export const LastAdministratorAlert = () => (
  <Alert color="red" variant="light" role="alert" title={texts.title}>
    {texts.explanation}
  </Alert>
)
