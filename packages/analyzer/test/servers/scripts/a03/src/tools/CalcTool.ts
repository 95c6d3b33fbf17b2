import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { evaluateFormula } from "../lib/formula.js";

interface CalcInput {
  formula: string;
  variables?: Record<string, number>;
}

class CalcTool extends MCPTool<CalcInput> {
  name = "calculate";
  description = "Evaluates a spreadsheet formula";
  schema = {
    formula: { type: z.string(), description: "The formula" },
    variables: { type: z.record(z.number()).optional(), description: "Variable values" },
  };

  async execute({ formula, variables = {} }: CalcInput) {
    const value = evaluateFormula(formula.trim(), variables);
    return String(value);
  }
}
export default CalcTool;
