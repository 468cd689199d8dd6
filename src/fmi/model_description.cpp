#include "fmi/model_description.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <set>

#include "params/quote.h"
#include "version.h"

namespace jounce::fmi {
namespace {

std::string root(const Description& about, const Interface& interface, const char* version, const char* token,
                 const char* more) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"{}\" modelName=\"{}\" "
      "{}=\"{}\"{} generationTool=\"{}\" generationDateAndTime=\"{:%Y-%m-%dT%H:%M:%SZ}\" "
      "variableNamingConvention=\"flat\"{}>\n",
      version, params::markup_text(about.name), token, params::markup_text(interface.token),
      about.text.empty() ? "" : fmt::format(" description=\"{}\"", params::markup_text(about.text)),
      params::markup_text(version_line()), fmt::gmtime(std::time(nullptr)), more);
}

std::string units_and_experiment(const Description& about, const Interface& interface) {
  std::set<std::string> units;
  for (const Variable& variable : interface.variables)
    if (!variable.unit.empty()) units.insert(variable.unit);
  std::string out;
  if (!units.empty()) {
    out += "  <UnitDefinitions>\n";
    for (const std::string& unit : units)
      out += fmt::format("    <Unit name=\"{}\"/>\n", params::markup_text(unit));
    out += "  </UnitDefinitions>\n";
  }
  out += "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n";
  out += fmt::format("  <DefaultExperiment startTime=\"{}\" stopTime=\"{}\" stepSize=\"{}\"/>\n", about.start,
                     about.end, about.step);
  return out;
}

/// Attributes that say what a variable is for. The independent one has no "initial".
std::string role(const Variable& variable) {
  switch (variable.causality) {
    case Causality::time:
      return "causality=\"independent\" variability=\"continuous\"";
    case Causality::input:
      return "causality=\"input\" variability=\"continuous\"";
    case Causality::parameter:
      return "causality=\"parameter\" variability=\"fixed\" initial=\"exact\"";
    case Causality::output:
      break;
  }
  return "causality=\"output\" variability=\"continuous\" initial=\"calculated\"";
}

std::string unit_and_start(const Variable& variable) {
  std::string out =
      variable.unit.empty() ? "" : fmt::format(" unit=\"{}\"", params::markup_text(variable.unit));
  if (variable.causality == Causality::input || variable.causality == Causality::parameter)
    out += fmt::format(" start=\"{}\"", variable.start);
  return out;
}

std::string description_of(const Variable& variable) {
  return variable.description.empty()
             ? ""
             : fmt::format(" description=\"{}\"", params::markup_text(variable.description));
}

/// One line for each output.
template <class Line>
std::string for_outputs(const Interface& interface, const Line& line) {
  std::string out;
  for (std::size_t i = 0; i < interface.variables.size(); ++i)
    if (interface.variables[i].causality == Causality::output) out += line(i);
  return out;
}

}  // namespace

std::string model_description_2(const Description& about, const Interface& interface) {
  std::string out = root(about, interface, "2.0", "guid", " numberOfEventIndicators=\"0\"");
  out += fmt::format(
      "  <CoSimulation modelIdentifier=\"{}\" canHandleVariableCommunicationStepSize=\"true\" "
      "canInterpolateInputs=\"false\" maxOutputDerivativeOrder=\"0\" canRunAsynchronuously=\"false\" "
      "canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" "
      "canSerializeFMUstate=\"true\"/>\n",
      about.identifier);
  out += units_and_experiment(about, interface) + "  <ModelVariables>\n";
  for (std::size_t i = 0; i < interface.variables.size(); ++i) {
    const Variable& variable = interface.variables[i];
    out +=
        fmt::format("    <ScalarVariable name=\"{}\" valueReference=\"{}\"{} {}><Real{}/></ScalarVariable>\n",
                    params::markup_text(variable.name), i, description_of(variable), role(variable),
                    unit_and_start(variable));
  }
  const std::string unknowns = for_outputs(
      interface, [](std::size_t i) { return fmt::format("      <Unknown index=\"{}\"/>\n", i + 1); });
  out += "  </ModelVariables>\n  <ModelStructure>\n";
  for (const char* const list : {"Outputs", "InitialUnknowns"})
    out += fmt::format("    <{0}>\n{1}    </{0}>\n", list, unknowns);
  return out + "  </ModelStructure>\n</fmiModelDescription>\n";
}

std::string model_description_3(const Description& about, const Interface& interface) {
  std::string out = root(about, interface, "3.0", "instantiationToken", "");
  out += fmt::format(
      "  <CoSimulation modelIdentifier=\"{}\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" "
      "canHandleVariableCommunicationStepSize=\"true\" hasEventMode=\"false\"/>\n",
      about.identifier);
  out += units_and_experiment(about, interface) + "  <ModelVariables>\n";
  for (std::size_t i = 0; i < interface.variables.size(); ++i) {
    const Variable& variable = interface.variables[i];
    out += fmt::format("    <Float64 name=\"{}\" valueReference=\"{}\"{} {}{}/>\n",
                       params::markup_text(variable.name), i, description_of(variable), role(variable),
                       unit_and_start(variable));
  }
  out += "  </ModelVariables>\n  <ModelStructure>\n";
  for (const char* const list : {"Output", "InitialUnknown"})
    out += for_outputs(
        interface, [&](std::size_t i) { return fmt::format("    <{} valueReference=\"{}\"/>\n", list, i); });
  return out + "  </ModelStructure>\n</fmiModelDescription>\n";
}

}  // namespace jounce::fmi
