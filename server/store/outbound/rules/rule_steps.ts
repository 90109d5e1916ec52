// Rules that few texts need, as parts of the statement that judges texts. The judgement joins a row of each rule to every
// text. PostgreSQL sets up all that a statement has at each run, and these rules would cost a small batch a third of its
// time: where no text of a batch needs one, a row of nulls stands in its place, which the planner leaves out.

/** The rows of these rules for one `text`, as subqueries, and the steps of the statement that they are read from. */
export interface SpecialRules {
  /** Steps that read `known_account`. */
  steps: readonly string[];
  /** What the policy of the text's key says: policy_rules.ts. */
  key: string;
  /** What the incoming webhook says that the text came by: incoming_webhook_rules.ts. */
  incomingWebhook: string;
  /** The route to the text's sender: sender_rules.ts. */
  sender: string;
  /** When the text may leave: time_rules.ts. */
  time: string;
  /** Steps that read `ruled_text`, which the budget is read from: they lock keys, after incoming webhooks. */
  budgetSteps: readonly string[];
  /** Whether the budget of its key, incoming webhook or recipient is used up: budget_rules.ts, answers.ts. */
  budget: string;
}

/** Texts that count on budgets: no other rule refuses them. */
export const mayCount = `rule = 'accepted' and taken_route is not null`;

/** A row of nulls. `columns` are names with their types. */
export const nullRow = (columns: Readonly<Record<string, string>>): string =>
  `select ${Object.entries(columns)
    .map(([column, type]) => `null::${type} as ${column}`)
    .join(', ')}`;

/** The row of a step that has one for each text that it is about. */
export const rowOf = (step: string): string => `select * from ${step} where ord = text.ord`;
