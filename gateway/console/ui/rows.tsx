// A list as a table; on a phone its cells stand one above the other, each with the name that it is labelled with.
import type { ReactNode } from 'react';

/** Rows that can be acted on in a last cell, which has no name to be seen. */
export const Rows = ({ columns, children }: { columns: readonly string[]; children: ReactNode }) => (
  <div className="panel panel-flush">
    <table className="rows rows-stack">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="hidden">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
