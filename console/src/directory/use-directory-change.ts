import { useMutation, useQueryClient } from '@tanstack/react-query'

interface Outcome<Input, Result> {
  onDone: (response: Result) => void
  onRefused?: (error: Error, input: Input) => void
}

/**
 * Returns a mutation that changes a location, point or user and then reloads all lists and names of locations, points
 * and users.
 */
export function useDirectoryChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { onDone, onRefused }: Outcome<Input, Result>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (response) => {
      void queryClient.invalidateQueries({ queryKey: ['directory'] })
      onDone(response)
    },
    ...(onRefused && { onError: onRefused }),
  })
}
