#include "fmu/fmi2.h"

#include "fmu/instance.h"

// The functions of FMI 2.0.4 for co-simulation. All real variables; inputs hold during a communication step.

using jounce::fmi::Slave;
using jounce::fmu::Instance;
using jounce::fmu::state_of;
using jounce::fmu::Status;

namespace {

const Instance& instance(fmi2Component component) { return *static_cast<const Instance*>(component); }
fmi2Status status_of(Status status) { return static_cast<fmi2Status>(static_cast<int>(status)); }

template <class Work>
fmi2Status call(fmi2Component component, const Work& work) {
  return component == nullptr ? fmi2Error : status_of(instance(component).call(work));
}

fmi2Status only_real(fmi2Component component, std::size_t count) {
  if (count == 0) return fmi2OK;
  if (component == nullptr) return fmi2Error;
  return status_of(instance(component).refuse("this FMU has real variables only"));
}

fmi2Status unsupported(fmi2Component component, const char* what) {
  if (component == nullptr) return fmi2Error;
  return status_of(
      instance(component).refuse(std::string(what) + ": modelDescription.xml says that this FMU cannot"));
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

const char* fmi2GetTypesPlatform() { return "default"; }
const char* fmi2GetVersion() { return "2.0"; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean /*visible*/,
                              fmi2Boolean /*log*/) {
  const std::string own = name != nullptr ? name : "";
  fmi2CallbackFunctions functions{};
  if (callbacks != nullptr) functions = *callbacks;
  const auto log = [own, functions](Status status, const std::string& message) {
    if (functions.logger != nullptr)
      functions.logger(functions.componentEnvironment, own.c_str(), status_of(status), "logStatusError", "%s",
                       message.c_str());
  };
  if (type != fmi2CoSimulation) {
    log(Status::error, "this FMU is for co-simulation, not for model exchange");
    return nullptr;
  }
  return Instance::make(jounce::fmu::path_of(resources != nullptr ? resources : ""), guid, log).release();
}

void fmi2FreeInstance(fmi2Component component) { delete static_cast<Instance*>(component); }

fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean, std::size_t, const fmi2String*) { return fmi2OK; }

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean, fmi2Real, fmi2Real start, fmi2Boolean,
                               fmi2Real) {
  return call(component, [&](Slave& slave) { slave.start_at(start); });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  return call(component, [](Slave&) {});
}
fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  return call(component, [](Slave& slave) { slave.start(); });
}
fmi2Status fmi2Terminate(fmi2Component component) {
  return call(component, [](Slave&) {});
}
fmi2Status fmi2Reset(fmi2Component component) {
  return call(component, [](Slave& slave) { slave.reset(); });
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference* references, std::size_t count,
                       fmi2Real* values) {
  return call(component, [&](Slave& slave) {
    for (std::size_t i = 0; i < count; ++i) values[i] = slave.get(references[i]);
  });
}
fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference* references, std::size_t count,
                       const fmi2Real* values) {
  return call(component, [&](Slave& slave) { slave.set({references, count}, {values, count}); });
}
fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference*, std::size_t count,
                          fmi2Integer*) {
  return only_real(component, count);
}
fmi2Status fmi2SetInteger(fmi2Component component, const fmi2ValueReference*, std::size_t count,
                          const fmi2Integer*) {
  return only_real(component, count);
}
fmi2Status fmi2GetBoolean(fmi2Component component, const fmi2ValueReference*, std::size_t count,
                          fmi2Boolean*) {
  return only_real(component, count);
}
fmi2Status fmi2SetBoolean(fmi2Component component, const fmi2ValueReference*, std::size_t count,
                          const fmi2Boolean*) {
  return only_real(component, count);
}
fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference*, std::size_t count, fmi2String*) {
  return only_real(component, count);
}
fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference*, std::size_t count,
                         const fmi2String*) {
  return only_real(component, count);
}

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return call(component, [&](Slave& slave) { jounce::fmu::keep_state(slave, state); });
}
fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  return call(component, [&](Slave& slave) { slave.restore(state_of(state)); });
}
fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return call(component, [&](Slave&) { jounce::fmu::free_state(state); });
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, std::size_t* size) {
  return call(component, [&](Slave&) { *size = state_of(state).bytes().size(); });
}
fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte* bytes,
                                 std::size_t size) {
  return call(component, [&](Slave&) { jounce::fmu::write_state(state, bytes, size); });
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte* bytes, std::size_t size,
                                   fmi2FMUstate* state) {
  return call(component, [&](Slave&) { *state = jounce::fmu::read_state(bytes, size); });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference*, std::size_t,
                                        const fmi2ValueReference*, std::size_t, const fmi2Real*, fmi2Real*) {
  return unsupported(component, "directional derivatives");
}
fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference*, std::size_t,
                                       const fmi2Integer*, const fmi2Real*) {
  return unsupported(component, "derivatives of inputs");
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference*, std::size_t,
                                        const fmi2Integer*, fmi2Real*) {
  return unsupported(component, "derivatives of outputs");
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real size, fmi2Boolean) {
  return component == nullptr ? fmi2Error : status_of(instance(component).step(time, size));
}
fmi2Status fmi2CancelStep(fmi2Component component) { return unsupported(component, "cancelling a step"); }

fmi2Status fmi2GetStatus(fmi2Component, fmi2StatusKind, fmi2Status*) { return fmi2Discard; }
fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real* value) {
  if (component == nullptr || kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = instance(component).time();
  return fmi2OK;
}
fmi2Status fmi2GetIntegerStatus(fmi2Component, fmi2StatusKind, fmi2Integer*) { return fmi2Discard; }
fmi2Status fmi2GetBooleanStatus(fmi2Component, fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = 0;
  return fmi2OK;
}
fmi2Status fmi2GetStringStatus(fmi2Component, fmi2StatusKind, fmi2String*) { return fmi2Discard; }

}  // extern "C"
#pragma GCC visibility pop
