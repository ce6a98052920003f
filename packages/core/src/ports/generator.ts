/** A language model that answers in words. Nothing is sent to it but what an operation was asked to send. */
export interface Generator {
  /** Name of the model that answers when none is named. */
  readonly model: string
  generate(request: GenerateRequest): Promise<Generated>
}

export interface GenerateRequest {
  readonly instructions: string
  readonly text: string
  readonly model?: string
  readonly effort?: 'minimal' | 'low' | 'medium' | 'high'
  /** The API is asked to give nothing but JSON, where it can; the instructions say so all the same. */
  readonly format?: 'json'
  readonly signal: AbortSignal
}

export interface Generated {
  readonly text: string
  /** As the provider calls it. */
  readonly model: string
  /** `true`: it stopped at the longest answer that the provider lets it give. */
  readonly isCut: boolean
}
